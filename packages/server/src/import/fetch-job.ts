import type { ImportDefinition, ImportSummary } from '@meridian/hub';

/** What a process of its own is to read, and how much of it. */
export type FetchJob = {
  definition: ImportDefinition;
  /** Where it may write; its temporary files are there too. */
  folder: string;
  /** Private networks and hosts that may be read. */
  listed: readonly string[];
  /** Of all responses together. */
  maxBytes: number;
  /** Of what is in them, inflated and as GeoJSON. */
  maxInflatedBytes: number;
  maxMemoryBytes: number;
  /** Of one write to the hub. */
  maxBodyBytes: number;
  maxFeatures: number;
  maxDepth: number;
};

/** `bodies`: how many files `0.json`, `1.json`, … in the folder are to be written to the space, one after the other. */
export type Fetched = { summary: ImportSummary; bodies: number };

/** The last thing that the process says. */
export type FromFetch = { fetched: Fetched } | { failed: string };
