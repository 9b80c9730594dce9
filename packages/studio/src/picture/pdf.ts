/** A page of PDF with one JPEG that fills it. `width` and `height` are those of the JPEG, in pixels. */
export function pdfOf(
  jpeg: Uint8Array,
  { width, height, title }: { width: number; height: number; title: string },
): Uint8Array<ArrayBuffer> {
  const scale = Math.min(LONG_SIDE / Math.max(width, height), 1);
  const [w, h] = [round(width * scale), round(height * scale)];
  const drawing = `q ${w} 0 0 ${h} 0 0 cm /Map Do Q`;
  const objects: (string | Uint8Array)[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << /Map 5 0 R >> >> /Contents 4 0 R >>`,
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<< /Title <${hex(title)}> /Producer (Meridian) >>`],
  ];
  const parts: Uint8Array[] = [];
  let size = 0;
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    parts.push(bytes);
    size += bytes.length;
  };
  write('%PDF-1.4\n');
  // Programs that copy files see by it that this is not text.
  write(new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  const offsets = objects.map((object, index) => {
    const offset = size;
    write(`${index + 1} 0 obj\n`);
    object.forEach(write);
    write('\nendobj\n');
    return offset;
  });
  const table = size;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  const all = new Uint8Array(size);
  parts.reduce((offset, part) => {
    all.set(part, offset);
    return offset + part.length;
  }, 0);
  return all;
}

/** The long side of A4, in points. */
const LONG_SIDE = 842;

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** UTF-16 with its mark, as texts are written that may have any letter. */
function hex(text: string): string {
  return `FEFF${Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}`;
}
