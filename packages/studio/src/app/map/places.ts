import { computed } from '@preact/signals';
import { type FoundPlace, Gazetteer } from '../../world/find-places.ts';
import { assets } from '../assets.ts';
import { locale, t } from '../strings.ts';

let loading: Promise<Gazetteer> | undefined;

/** Countries and places by their name, from the file of the hub that is loaded when somebody first looks for one. */
export async function findPlaces(text: string, limit: number): Promise<FoundPlace[]> {
  loading ??= load().catch((error: unknown) => {
    // The next search tries again.
    loading = undefined;
    throw error;
  });
  return (await loading).find(text, limit);
}

/** `NM, United States` */
export function describePlace({ country, region }: FoundPlace): string {
  return country === undefined ? t.find.country : [region, countryName(country)].filter(Boolean).join(', ');
}

const countryNames = computed(() => new Intl.DisplayNames(locale.value, { type: 'region' }));

function countryName(code: string): string {
  return countryNames.value.of(code) ?? code;
}

async function load(): Promise<Gazetteer> {
  const response = await fetch(assets.places);
  if (!response.ok || !response.body) throw new Error(t.find.noPlaces(response.status));
  const text = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text();
  return new Gazetteer(text, countryName);
}
