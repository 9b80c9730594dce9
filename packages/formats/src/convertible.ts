/** Formats of the field that are not read, by how their files begin, and what turns them into one that is. */
const CONVERTIBLE: readonly { title: string; begins: RegExp; ending: string }[] = [
  { title: 'MapInfo TAB', begins: /^\s*!table\b/i, ending: 'tab' },
  {
    title: 'AutoCAD DXF',
    begins: /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\b|^AutoCAD Binary DXF/,
    ending: 'dxf',
  },
  { title: 'AutoCAD DWG', begins: /^AC10\d\d/, ending: 'dwg' },
];

/** `is MapInfo TAB, which is not read: …`; undefined for a file of another kind. */
export function convertibleReason(name: string, head: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1252').decode(head);
  const lower = name.toLowerCase();
  const found =
    CONVERTIBLE.find(({ begins }) => begins.test(text)) ??
    CONVERTIBLE.find(({ ending }) => lower.endsWith(`.${ending}`) && ending !== 'tab');
  if (found === undefined) return undefined;
  const how =
    found.ending === 'dwg'
      ? 'save it as DXF, then run: ogr2ogr -f GPKG out.gpkg in.dxf'
      : `convert it with GDAL: ogr2ogr -f GPKG out.gpkg in.${found.ending}`;
  return `is ${found.title}, which is not read; ${how}`;
}
