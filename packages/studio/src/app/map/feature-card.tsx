import { type Feature, NAMESPACE } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { asCurl } from '../api/curl.ts';
import { keepsVersions } from '../history/versions.ts';
import { Lazy } from '../lazy.tsx';
import { spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { formatCount, formatMoment, formatValue } from '../ui/format.ts';
import { attempt } from '../ui/notices.tsx';
import type { MapCanvas, Picked } from './canvas.ts';
import { lookUp } from './feature-cache.ts';
import { hasDesign } from './popup-content.ts';
import { PopupFacts, Value } from './popup-facts.tsx';
import { showRing } from './ring.ts';
import { contentVersions, layerOf, picked as pickedSignal } from './state.ts';
import { spaceTitle, titleOf } from './titles.ts';

const MAX_ROWS = 200;
const MAX_TAGS = 60;

type Props = {
  picked: Picked;
  /** The map that it is on, once that can be drawn upon. */
  canvas?: MapCanvas | undefined;
  /** Absent where it can't be written. */
  onEdit?: (feature: Feature) => void;
  /** What a map is published with is what its visitors are shown. */
  isPublished?: boolean;
};

const history = () => import('../history/feature-history.tsx').then(({ FeatureHistory }) => FeatureHistory);

/** All there is to know about one feature. */
export function FeatureCard({ picked, canvas, onEdit, isPublished = false }: Props) {
  const { space, id } = picked;
  const [feature, setFeature] = useState<Feature | 'gone'>();
  const [hasHistory, setHistory] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const version = contentVersions.value.get(space) ?? 0;
  useEffect(() => {
    let isLeft = false;
    setFeature(undefined);
    void attempt(async () => {
      const found = await lookUp(space, id, version);
      if (!isLeft) setFeature(found ?? 'gone');
    });
    return () => {
      isLeft = true;
    };
  }, [space, id, version]);
  useEffect(() => {
    if (!canvas || !feature || feature === 'gone') return;
    showRing(canvas.map, feature.geometry);
    return () => {
      if (!canvas.isRemoved) showRing(canvas.map, undefined);
    };
  }, [canvas, feature]);
  const popup = layerOf(space)?.style.popup;
  const isDesigned = popup !== undefined && hasDesign(popup);
  const close = () => {
    pickedSignal.value = undefined;
  };
  return (
    <aside class="feature-card" aria-label={t.feature.label}>
      <header>
        <div>
          <h2>{feature && feature !== 'gone' ? titleOf(space, feature) : formatValue(id, 80)}</h2>
          <p class="muted">
            {[...(feature && feature !== 'gone' ? [describeGeometry(feature)] : []), spaceTitle(space)].join(
              ' · ',
            )}
          </p>
        </div>
        <IconButton icon="close" label={t.close} onClick={close} />
      </header>
      {feature === undefined && <p class="loading">{t.loading}</p>}
      {feature === 'gone' && <p>{t.feature.gone}</p>}
      {feature &&
        feature !== 'gone' &&
        !hasHistory &&
        (isDesigned && !isWhole ? (
          <PopupFacts popup={popup} feature={feature} />
        ) : (
          <Facts feature={feature} />
        ))}
      {canvas && feature && feature !== 'gone' && hasHistory && (
        <Lazy load={history} with={{ space, id, canvas, mayRestore: onEdit !== undefined }} />
      )}
      {feature && feature !== 'gone' && (
        <footer>
          {onEdit && (
            <Button icon="pencil" kind="main" onClick={() => onEdit(feature)}>
              {t.feature.edit}
            </Button>
          )}
          {canvas && !isPublished && keepsVersions(spaceById.value.get(space)) && (
            <Button icon="clock" pressed={hasHistory} onClick={() => setHistory(!hasHistory)}>
              {t.history.title}
            </Button>
          )}
          {isDesigned && !isPublished && !hasHistory && (
            <Button onClick={() => setWhole(!isWhole)}>
              {isWhole ? t.popup.asDesigned : t.popup.everything}
            </Button>
          )}
          <CopyButton
            label={t.copyAsCurl}
            text={asCurl({
              path: `/hub/spaces/${encodeURIComponent(space)}/features/${encodeURIComponent(id)}`,
            })}
          />
        </footer>
      )}
    </aside>
  );
}

function Facts({ feature: { id, properties } }: { feature: Feature }) {
  const namespace = properties[NAMESPACE];
  const tags = namespace?.tags ?? [];
  const names = Object.keys(properties).filter((name) => name !== NAMESPACE);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="facts-list" tabIndex={0} aria-label={t.feature.facts}>
      {tags.length > 0 && (
        <p class="tags">
          {tags.slice(0, MAX_TAGS).map((tag) => (
            <span class="tag" key={tag}>
              {formatValue(tag, 60)}
            </span>
          ))}
          {tags.length > MAX_TAGS && (
            <span class="muted">{t.andMore(formatCount(tags.length - MAX_TAGS))}</span>
          )}
        </p>
      )}
      {names.length === 0 && <p class="hint">{t.feature.noProperties}</p>}
      <dl>
        {names.slice(0, MAX_ROWS).map((name) => (
          <div key={name}>
            <dt>{formatValue(name, 80)}</dt>
            <dd>
              <Value value={properties[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {names.length > MAX_ROWS && <p class="hint">{t.andMore(formatCount(names.length - MAX_ROWS))}</p>}
      <p class="hint">
        {t.feature.id} <code>{formatValue(id, 80)}</code>
      </p>
      {namespace?.updatedAt !== undefined && (
        <p class="hint">{t.feature.updated(formatMoment(namespace.updatedAt))}</p>
      )}
    </section>
  );
}

function describeGeometry({ geometry }: Feature): string {
  return geometry ? t.feature.geometry[geometry.type] : t.feature.noGeometry;
}
