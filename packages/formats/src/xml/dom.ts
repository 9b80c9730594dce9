/** A file of its own: bundlers find the names of a CommonJS module only where they are imported like this. */
export { DOMParser, ParseError } from '@xmldom/xmldom';
