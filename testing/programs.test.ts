import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBroughtAlong } from './programs.ts';

test('a test run installs small packages everywhere, large ones only where a whole run is asked for', () => {
  for (const name of ['gdal-bin', 'tmux', 'chromium']) assert.equal(isBroughtAlong(name, {}), true, name);
  for (const name of [
    'qgis',
    'python3-qgis',
    'libreoffice-calc',
    'osmium-tool',
    'cgi-mapserver',
    'r-cran-sf',
  ]) {
    assert.equal(isBroughtAlong(name, {}), false, name);
    assert.equal(isBroughtAlong(name, { CI: 'false' }), false, name);
    assert.equal(isBroughtAlong(name, { CI: 'true' }), true, name);
  }
});
