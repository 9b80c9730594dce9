/** Where files are whose names change with their content: the page says so. */
type Assets = Record<'fileWorker' | 'mapWorker' | 'world' | 'places' | 'sample' | 'land', string>;

export const assets = JSON.parse(document.getElementById('assets')!.textContent!) as Assets;
