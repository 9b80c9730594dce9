import { after, before, describe } from 'node:test';
import { activityContract } from './activity.contract.ts';
import { aggregateContract } from './aggregate.contract.ts';
import { aggregateRandomContract } from './aggregate.random.contract.ts';
import { areaContract } from './area.contract.ts';
import { areaRandomContract } from './area.random.contract.ts';
import { bigContract } from './big.contract.ts';
import { catalogueContract } from './catalogue.contract.ts';
import { compositeContract } from './composite.contract.ts';
import { compositeRandomContract } from './composite.random.contract.ts';
import { conflictsContract } from './conflicts.contract.ts';
import { deletesContract } from './deletes.contract.ts';
import { densityContract } from './density.contract.ts';
import type { Engine, FreshStore } from './engine.ts';
import { limitsContract } from './limits.contract.ts';
import { pagingContract } from './paging.contract.ts';
import { pastContract } from './past.contract.ts';
import { processorsContract } from './processors.contract.ts';
import { regressionsContract } from './regressions.contract.ts';
import { reopenContract } from './reopen.contract.ts';
import { searchContract } from './search.contract.ts';
import { searchRandomContract } from './search.random.contract.ts';
import { spacesContract } from './spaces.contract.ts';
import { statisticsContract } from './statistics.contract.ts';
import { touchedContract } from './touched.contract.ts';
import { versionsContract } from './versions.contract.ts';
import { writesContract } from './writes.contract.ts';

/** What every engine has to do alike: one suite, run on each of them. */
export function storeContract(engine: Engine): void {
  describe(`a store on ${engine.name}`, () => {
    let opened: FreshStore;
    before(async () => {
      opened = await engine.open();
    });
    after(() => opened.discard());

    const fresh = () => opened;
    spacesContract(fresh);
    writesContract(fresh);
    deletesContract(fresh);
    processorsContract(fresh);
    pagingContract(fresh);
    searchContract(fresh);
    searchRandomContract(fresh);
    areaContract(fresh);
    areaRandomContract(fresh);
    densityContract(fresh);
    touchedContract(fresh);
    statisticsContract(fresh);
    aggregateContract(fresh);
    aggregateRandomContract(fresh);
    compositeContract(fresh);
    activityContract(fresh);
    compositeRandomContract(fresh);
    versionsContract(fresh);
    pastContract(fresh);
    conflictsContract(fresh);
    limitsContract(fresh);
    bigContract(fresh);
    regressionsContract(fresh);
    catalogueContract(engine);
    reopenContract(engine);
  });
}
