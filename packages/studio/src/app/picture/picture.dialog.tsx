import { useState } from 'preact/hooks';
import { pdfOf } from '../../picture/pdf.ts';
import { download } from '../import/download.ts';
import { creditOf } from '../map/attribution.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { isDarkGround, mapDocument } from '../map/state.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { drawPicture } from './draw-picture.ts';
import { legendRows } from './legend-rows.ts';

type Props = { canvas: MapCanvas; title: string; onClose: () => void };

/** The map as a file to show or to print. */
export function PictureDialog({ canvas, title: given, onClose }: Props) {
  const [title, setTitle] = useState(given);
  const [format, setFormat] = useState('png');
  const [hasLegend, setLegend] = useState(true);
  const save = () =>
    attempt(async () => {
      const { layers } = mapDocument.value;
      const shown =
        canvas.map.getContainer().querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? '';
      const credits = layers.filter(({ isVisible }) => isVisible).map(({ space }) => creditOf(space));
      const picture = await drawPicture(
        canvas.map,
        {
          title: title.trim(),
          legend: hasLegend ? legendRows(layers) : [],
          attribution: [...new Set([...credits, ...shown.split(' | ')])].filter(Boolean).join(' · '),
        },
        isDarkGround.value ? 'dark' : 'light',
      );
      const name = `${
        title
          .trim()
          .replaceAll(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
          .trim()
          .slice(0, 80) || 'map'
      }.${format}`;
      download(
        format === 'pdf' ? await asPdf(picture, title.trim()) : await asBlob(picture, 'image/png'),
        name,
      );
      notify(t.picture.made(name));
      onClose();
    });
  return (
    <Dialog title={t.picture.title} onClose={onClose} onSubmit={() => void save()}>
      <p class="hint">{t.picture.about}</p>
      <TextField label={t.picture.heading} value={title} onInput={setTitle} autoFocus />
      <SelectField
        label={t.picture.format}
        value={format}
        choices={Object.entries(t.picture.formats).map(([value, label]) => ({ value, label }))}
        onChange={setFormat}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={hasLegend}
          onChange={(event) => setLegend(event.currentTarget.checked)}
        />
        <span>{t.picture.legend}</span>
      </label>
      <DialogActions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button kind="main" type="submit" icon="download">
          {t.picture.download}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

async function asPdf(picture: HTMLCanvasElement, title: string): Promise<Blob> {
  const jpeg = await asBlob(picture, 'image/jpeg');
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const { width, height } = picture;
  return new Blob([pdfOf(bytes, { width, height, title })], { type: 'application/pdf' });
}

function asBlob(picture: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t.picture.failed))), type, 0.92);
  });
}
