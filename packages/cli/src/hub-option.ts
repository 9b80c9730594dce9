import type { Option } from 'commander';

/** What stands above the options that choose a hub, in the help of every command that has them. */
export const WHICH_HUB = 'Which hub, instead of the one you signed in to last:';

export function isHubOption({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === WHICH_HUB;
}
