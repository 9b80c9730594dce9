import { useEffect, useState } from 'preact/hooks';
import { hubUrl } from '../api/hub-url.ts';
import { type Route, replaceRoute } from '../route.ts';
import { knownStatistics, loadSpaces, spaces, wantStatistics } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Empty } from '../ui/empty.tsx';
import { SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { examplesOf, type SpaceFacts } from './examples.ts';
import { UseSection } from './use-section.tsx';

type At = Extract<Route, { screen: 'interface' }>;

const LANGUAGES = ['curl', 'python', 'javascript'] as const;

/** The calls of a space, ready to be run. */
export function InterfaceScreen({ at }: { at: At }) {
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('curl');
  const load = useLoad(loadSpaces);
  const list = spaces.value;
  const space = list?.find(({ id }) => id === at.space) ?? list?.[0];
  useEffect(() => {
    if (space) wantStatistics(space);
  }, [space]);
  const statistics = space && knownStatistics(space);
  const facts: SpaceFacts = {
    ...(statistics ? { bbox: statistics.bbox.value } : {}),
    ...(statistics?.tags.value[0] ? { tag: statistics.tags.value[0].key } : {}),
    ...(statistics?.properties.value[0] ? { property: statistics.properties.value[0] } : {}),
  };
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{t.screens.interface}</h1>
          <p class="lead">
            {t.interface.lead} <a href="docs">{t.interface.docs}</a> · <a href="openapi.json">OpenAPI</a>
          </p>
        </div>
      </header>
      {!list && <Loading {...load} />}
      {list?.length === 0 && <Empty icon="code" title={t.spaces.none} />}
      {space && (
        <>
          <div class="choices">
            <SelectField
              label={t.interface.space}
              value={space.id}
              choices={list!.map(({ id, title }) => ({ value: id, label: shortText(title, 60) }))}
              onChange={(id) => replaceRoute({ screen: 'interface', space: id })}
            />
          </div>
          <UseSection space={space} />
          <h2>{t.interface.requests}</h2>
          <div class="choices">
            <SelectField
              label={t.interface.language}
              value={language}
              choices={LANGUAGES.map((value) => ({ value, label: t.interface.languages[value] }))}
              onChange={(value) => setLanguage(value as (typeof LANGUAGES)[number])}
            />
          </div>
          <CodeBlock label={t.interface.first} code="export TOKEN=…" />
          {examplesOf(hubUrl, space.id, t.interface.calls, facts).map((example) => (
            <CodeBlock key={example.title} label={example.title} code={example[language]} />
          ))}
        </>
      )}
    </div>
  );
}
