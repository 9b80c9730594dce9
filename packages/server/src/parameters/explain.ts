import { boolean } from './parameter.ts';

/** Ours: a call that does not take it refuses it. */
export const explain = boolean({
  name: 'explain',
  description:
    'Instead of the result, how it would be read, as JSON: for who may manage the space, so its owner or an administrator.',
});
