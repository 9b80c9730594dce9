import type { FeatureInput } from '@meridian/client';
import { useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { assets } from '../assets.ts';
import { go } from '../route.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { attempt } from '../ui/notices.tsx';
import { loadSpaces } from './catalogue.ts';

/** What can be done while there is no space. */
export function FirstSteps() {
  const [isBusy, setBusy] = useState(false);
  const trySample = async () => {
    setBusy(true);
    await attempt(async () => {
      const space = await makeSample();
      await loadSpaces();
      go({ screen: 'map', space });
    });
    setBusy(false);
  };
  return (
    <div class="first-steps">
      <Button kind="main" icon="upload" onClick={() => go({ screen: 'import' })}>
        {t.spaces.import}
      </Button>
      <Button icon="globe" disabled={isBusy} onClick={() => void trySample()}>
        {t.spaces.sample}
      </Button>
    </div>
  );
}

/** Large cities as large dots, named where there is room. */
const STYLE = {
  view: 'features',
  shading: 'plain',
  color: '#0f8b94',
  size: 4,
  label: 'name',
  sizeBy: { property: 'population', low: 200_000, high: 20_000_000 },
};

/** A space with the cities that come with the studio; its id. */
async function makeSample(): Promise<string> {
  const response = await fetch(assets.sample);
  if (!response.ok) throw new Error(t.map.notLoaded(response.status));
  const { features } = (await response.json()) as { features: FeatureInput[] };
  const { id } = await hub().spaces.create({
    title: t.spaces.sampleTitle,
    description: t.spaces.sampleAbout,
    license: 'CC-BY-4.0',
    copyright: [{ label: 'GeoNames' }],
    rank: 'population',
    client: { studio: { style: STYLE } },
  });
  await hub().features(id).putMany(features);
  return id;
}
