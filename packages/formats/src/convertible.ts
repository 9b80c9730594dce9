/** Formats of the field that are not read, by how their files begin, and what turns them into one that is. */
const CONVERTIBLE: readonly { title: string; begins: RegExp; how: string }[] = [
  { title: 'a binary DXF', begins: /^AutoCAD Binary DXF/, how: 'save it as DXF in text (ASCII)' },
  { title: 'AutoCAD DWG', begins: /^AC10\d\d/, how: 'save it as DXF' },
];

/** `is AutoCAD DWG, which is not read; …`; undefined for a file of another kind. */
export function convertibleReason(name: string, head: Uint8Array): string | undefined {
  const text = new TextDecoder('windows-1252').decode(head);
  const found =
    CONVERTIBLE.find(({ begins }) => begins.test(text)) ??
    (/\.dwg$/i.test(name) ? CONVERTIBLE.at(-1) : undefined);
  return found && `is ${found.title}, which is not read; ${found.how}`;
}

/** Whether it is a page: of a server that has no such file, or wants somebody to sign in. */
export function isPage(head: Uint8Array): boolean {
  return /^(?:ï»¿)?\s*<(?:!doctype html|html)\b/i.test(new TextDecoder('windows-1252').decode(head));
}
