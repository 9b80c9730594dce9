import { invalid } from '@meridian/store';

export const SPACE_ID = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,254}$/;

export function readSpaceId(value: unknown, name: string): string {
  if (typeof value !== 'string' || !SPACE_ID.test(value))
    throw invalid(`${name} must be 1 to 255 of A-Z a-z 0-9 _ . ~ - and start with a letter or digit`);
  return value;
}
