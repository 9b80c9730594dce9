/** A file of the page that shows published maps: its name below `assets/`, and what it contains. */
export type ViewerFile = { name: string; body: Uint8Array };
