/** Everything but the page itself is served below this, under names that change with the content. */
export const FOLDER = '/studio/';
