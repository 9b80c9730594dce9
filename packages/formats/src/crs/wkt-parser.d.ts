declare module 'wkt-parser' {
  /** What proj4 makes of WKT (of either version) or PROJJSON. */
  export default function parse(definition: string | object): object;
}
