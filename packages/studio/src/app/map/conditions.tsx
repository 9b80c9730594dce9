import { useState } from 'preact/hooks';
import {
  type ConditionGroup,
  type FilterMember,
  isGroup,
  type LayerCondition,
  MATCHES,
  type Match,
} from '../../filter/layer-filter.ts';
import type { MapLayer } from '../../map-style/document.ts';
import { changedGroup, groupsOf, joinedBy, type Target, withMember } from '../../map-style/members.ts';
import { t } from '../strings.ts';
import { IconButton } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { shortText } from '../ui/format.ts';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { NewCondition } from './new-condition.tsx';
import { conditionParts } from './show-condition.ts';
import { changeFilter } from './state.ts';

type Props = { layer: Pick<MapLayer, 'space' | 'filter'> };

/** What a filter asks of properties: conditions, and groups of them, that must all hold or of which one is enough. */
export function Conditions({ layer: { space, filter } }: Props) {
  const { where, match = 'all', tags, text } = filter;
  const [target, setTarget] = useState<Target>('list');
  const { root, keepFocus } = useKeptFocus<HTMLDivElement>(where, '.conditions button', 'select');
  const groups = groupsOf(where);
  const into = typeof target === 'number' && target >= groups.length ? 'list' : target;
  const set = (members: FilterMember[]) => changeFilter(space, { where: members });
  const changeGroup = (number: number, change: (group: ConditionGroup) => ConditionGroup) =>
    set(changedGroup(where, number, change));
  const add = (condition: LayerCondition) => {
    set(withMember(filter, into, condition));
    if (into === 'new') setTarget(groups.length);
  };
  return (
    <div class="settings" ref={root}>
      {where.length > 0 && (
        <MatchField
          label={t.filter.match}
          match={match}
          onChange={(chosen) => changeFilter(space, joinedBy(where, chosen))}
        />
      )}
      {match === 'any' && (tags.length > 0 || text) && <p class="hint">{t.filter.besides}</p>}
      {where.length > 0 && (
        <ul class="conditions">
          {where.map((member, index) => {
            const joint = index > 0 ? match : undefined;
            if (!isGroup(member))
              return (
                <ConditionRow
                  key={JSON.stringify(member)}
                  condition={member}
                  joint={joint}
                  onRemove={() => {
                    keepFocus();
                    set(where.toSpliced(index, 1));
                  }}
                />
              );
            const number = groups.indexOf(member);
            return (
              <GroupRow
                key={`group ${number}`}
                number={number}
                group={member}
                joint={joint}
                onChange={(change) => {
                  keepFocus();
                  changeGroup(number, change);
                }}
              />
            );
          })}
        </ul>
      )}
      <NewCondition layer={{ space, filter }} onAdd={add}>
        {where.length > 0 && (
          <SelectField
            label={t.filter.addTo}
            value={String(into)}
            choices={[
              { value: 'list', label: t.filter.list },
              ...groups.map((_, index) => ({
                value: String(index),
                label: t.filter.group(String(index + 1)),
              })),
              { value: 'new', label: t.filter.newGroup },
            ]}
            onChange={(value) => setTarget(value === 'list' || value === 'new' ? value : Number(value))}
          />
        )}
      </NewCondition>
    </div>
  );
}

type RowProps = { condition: LayerCondition; joint: Match | undefined; onRemove: () => void };

function ConditionRow({ condition, joint, onRemove }: RowProps) {
  const parts = conditionParts(condition);
  const [name, operator, value] = parts;
  const text = shortText(parts.join(' '), 80);
  return (
    <li>
      <Joint match={joint} />
      <div class="one-condition">
        <code>
          <bdi>{shortText(name, 40)}</bdi> {operator} <bdi>{shortText(value, 60)}</bdi>
        </code>
        <IconButton icon="close" label={t.filter.remove(text)} onClick={onRemove} />
      </div>
    </li>
  );
}

type GroupProps = {
  number: number;
  group: ConditionGroup;
  joint: Match | undefined;
  onChange: (change: (group: ConditionGroup) => ConditionGroup) => void;
};

function GroupRow({ number, group, joint, onChange }: GroupProps) {
  return (
    <li>
      <Joint match={joint} />
      <div class="condition-group">
        <MatchField
          label={t.filter.groupMatch(String(number + 1))}
          match={group.match}
          onChange={(match) => onChange((now) => ({ ...now, match }))}
        />
        <ul class="conditions">
          {group.where.map((condition, index) => (
            <ConditionRow
              key={JSON.stringify(condition)}
              condition={condition}
              joint={index > 0 ? group.match : undefined}
              onRemove={() => onChange((now) => ({ ...now, where: now.where.toSpliced(index, 1) }))}
            />
          ))}
        </ul>
      </div>
    </li>
  );
}

/** The word between a condition and the one before. */
function Joint({ match }: { match: Match | undefined }) {
  return match && <span class="joint">{match === 'any' ? t.filter.or : t.filter.and}</span>;
}

type MatchProps = { label: string; match: Match; onChange: (match: Match) => void };

function MatchField({ label, match, onChange }: MatchProps) {
  return (
    <SelectField
      label={label}
      value={match}
      choices={MATCHES.map((one) => ({ value: one, label: t.filter.matches[one] }))}
      onChange={(value) => onChange(value as Match)}
    />
  );
}
