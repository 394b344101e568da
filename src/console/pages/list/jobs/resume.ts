import type { ConsoleApp } from '../../../app/app.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import type { CompiledList } from '../columns/columns.tsx'
import type { Pending } from './pending.ts'
import { followBatch } from './followBatch.ts'
import { followExport } from './runExport.ts'

/** After a reload: continues to show the progress of running jobs and then their results. */
export function resume(app: ConsoleApp, list: Pending[], page: ListPage, compiled: CompiledList): void {
  for (const one of list) {
    if (one.kind === 'export') void followExport(app, one)
    else void followBatch(app, one, one.route === page.route ? { page, compiled } : undefined)
  }
}
