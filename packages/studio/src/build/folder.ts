/** Everything but the page itself is served below this, beside the page, under names that change with the content. */
export const FOLDER = 'studio/';
