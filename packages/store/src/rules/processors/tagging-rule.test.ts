import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { compileTaggingRule } from './tagging-rule.ts';

describe('a tagging rule matches', () => {
  const feature = JSON.parse(
    `{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[13,52]},
      "properties":{"area":500,"name":"Tor","tags":["x","y"],"__proto__":{"own":true}}}`,
  );
  const cases: [rule: string, matches: boolean][] = [
    ['$.features[?(@.properties.area>=500)]', true],
    ['$.features[?(@.properties.area>500)]', false],
    ['$.features[?@.properties.name=="Tor"]', true],
    ['$.features[?(@.properties.name=="Tor" && @.properties.area<1000)]', true],
    ['$.features[?(@.properties.missing)]', false],
    ['$.features[?(!@.properties.missing)]', true],
    ["$.features[?(@.geometry.type=='Point')]", true],
    ["$.features[?(@['properties']['area']==500)]", true],
    ['$.features[?match(@.properties.name, "T.*")]', true],
    ['$.features[?search(@.properties.name, "^x")]', false],
    ['$.features[?count(@.properties.tags[*]) == 2]', true],
    ['$.features[*].properties.area', true],
    ['$..nothing', false],
    ['$.type', false],
    ['$', false],
    ['$.features[?(@.properties.constructor)]', false],
    ['$.features[?(@.properties.__proto__.own==true)]', true],
    ['$.features[?(@.properties.area=="500")]', false],
  ];
  for (const [rule, matches] of cases)
    test(`${rule}: ${matches}`, () =>
      assert.equal(compileTaggingRule(rule, 'rule').matches(feature), matches));
});

describe('a tagging rule is refused', () => {
  const cases: [what: string, rule: string][] = [
    ['without a $', 'features'],
    ['cut short', '$.features[?(@.area>=]'],
    ['in another dialect', '$.features[?(@.a =~ /x/)]'],
    ['with an unknown function', '$.features[?eval(@.a)]'],
    ['with script in it', '$.features[(@.length-1)]'],
    ['that is very long', `$.features[?(@.a=="${'x'.repeat(5000)}")]`],
  ];
  for (const [what, rule] of cases)
    test(what, () =>
      assert.throws(() => compileTaggingRule(rule, 'rules.x'), isFault('invalid', /^rules\.x /)),
    );
});

test('what compares single values needs no watch, anything else does', () => {
  assert.equal(compileTaggingRule('$.features[?(@.properties.area>=500)]', 'x').isRisky, false);
  for (const rule of ['$..[?@.a]', '$.features[?match(@.a, "(a+)+b")]', '$.features[?$.features[?@.a]]'])
    assert.equal(compileTaggingRule(rule, 'x').isRisky, true, rule);
});
