/** Files that need a PostgreSQL say so in their name; one server, started by whoever runs them, does for all of them. */
export const NEEDS_POSTGRES = /postgres/;

/** A file that says so has nothing to do with how data is stored, or is about the files of the embedded engine. */
export const EMBEDDED_ONLY = /^\/\/ Embedded engine only: /m;
