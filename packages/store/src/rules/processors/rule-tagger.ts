import { invalid } from '../../model/fault.ts';
import { NAMESPACE } from '../../model/feature/feature.ts';
import { normalizeTags } from '../../model/feature/tags.ts';
import { isObject, type JsonObject } from '../../model/json/own.ts';
import type { ProcessorKind } from './processor.ts';
import { compileTaggingRule, type TaggingRule } from './tagging-rule.ts';

/** Tags features by rules: a tag with a rule is there if and only if the rule matches. */
export const ruleTagger: ProcessorKind = {
  id: 'rule-tagger',
  compile({ taggingRules }, path) {
    const rules = compileRules(taggingRules, `${path}.taggingRules`);
    const ruled = new Set(rules.map(({ tag }) => tag));
    const isRisky = rules.some((rule) => rule.isRisky);
    return {
      name: 'the rules of rule-tagger',
      isRisky: () => isRisky,
      process(feature, tags) {
        const seen = withTags(feature, tags);
        const found = rules.filter((rule) => rule.matches(seen)).map(({ tag }) => tag);
        return { tags: [...tags.filter((tag) => !ruled.has(tag)), ...new Set(found)] };
      },
    };
  },
};

function compileRules(rules: unknown, path: string): (TaggingRule & { tag: string })[] {
  if (!isObject(rules))
    throw invalid(`${path} must be an object: a tag → the JSONPath of the features that get it`);
  return Object.keys(rules).map((name) => {
    const rule = rules[name];
    if (typeof rule !== 'string') throw invalid(`${path}.${name} must be a JSONPath, as a string`);
    const [tag] = normalizeTags([name], `the names in ${path}`);
    return { tag: tag!, ...compileTaggingRule(rule, `${path}.${name}`) };
  });
}

function withTags(feature: JsonObject, tags: readonly string[]): JsonObject {
  const properties = { ...(feature.properties as JsonObject), [NAMESPACE]: { tags } };
  return { ...feature, properties };
}
