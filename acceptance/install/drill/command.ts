import { parseArgs } from 'node:util';
import { drillUpgrade } from './upgrade-drill.ts';

/**
 * `npm run drill:upgrade -- --from OLD.deb --to NEW.deb [--features N]`: upgrades a hub by its Debian package while a client
 * writes and retries, and goes back. As root on Debian, on a machine without Meridian: it adds and removes the package.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    features: { type: 'string', default: '1000000' },
  },
});
const features = Number(values.features);
if (!values.from || !values.to || !Number.isSafeInteger(features) || features < 1) {
  console.error('usage: npm run drill:upgrade -- --from OLD.deb --to NEW.deb [--features 1000000]');
  process.exit(2);
}
await drillUpgrade(values.from, values.to, features);
