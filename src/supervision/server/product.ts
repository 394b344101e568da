import type { Database } from '../../server/db/database.ts'
import type { Entity } from '../../server/db/tables/models.ts'
import type { Worker } from '../../server/queue/worker.ts'
import type { Environment, ServerProduct, StartServices } from '../../server/product/product.ts'
import { UNDO_HOOKS } from './calls/data-center/undo-hooks.ts'
import { OPERATOR_HOOKS } from './carriers/operator-kind.ts'
import type { StandIn } from './capture/stand-in.ts'
import { BADGES } from './calls/clues/clue-counts.ts'
import { HANDLERS } from './calls/handlers.ts'
import { startCollector } from './collect/collector.ts'
import { DEMONSTRATION } from './demo/demonstration.ts'
import { runDue } from './directional/run.ts'
import { evidenceBundles } from './evidence/bundles.ts'
import { clearDeleted } from './evidence/delete-expired-files.ts'
import { discardExpired } from './evidence/discard.ts'
import { RETENTION_SETTINGS } from './evidence/retention.ts'
import type { Evidence } from './evidence/service.ts'
import { EVIDENCE_HOOKS } from './evidence/subject.ts'
import { repeatRules } from './labels/hourly.ts'
import { LABEL_HOOKS } from './labels/labels.ts'
import { LIVENESS_HOOKS } from './liveness/hooks.ts'
import { checkMarks } from './licences/daily.ts'
import { DESCRIPTIONS } from './openapi/answers.ts'
import { PRICE_HOOKS } from './prices/hooks.ts'
import { PRICE_SETTINGS } from './prices/rules.ts'
import type { Probe } from './probe/probe.ts'
import { REPORT_HOOKS } from './reports/hooks.ts'
import { REPORT, REPORT_NAMES, REPORT_SETTINGS } from './reports/wish.ts'
import { failLostReports, writeReportFile } from './reports/work.ts'
import type { SearchEngine } from './search/engine.ts'
import type { ReadPage } from './probe/read-page.ts'
import { evidenceSettings } from './start/evidence-settings.ts'
import { searchEngines } from './start/search-settings.ts'
import { giveEvidence } from './start/evidence-tools.ts'
import { makeCarrierViews } from './tables/carrier-views.ts'
import { makeEnforcementView } from './tables/enforcement-view.ts'
import { COLLECT_TABLES } from './tables/collect-tables.ts'
import { DATA_CHANGES } from './tables/data-changes.ts'
import { EVIDENCE_TABLES } from './tables/evidence-tables.ts'
import { EFFECTS } from './tasks/effects.ts'

declare module '../../server/call/context.ts' {
  interface Services {
    /** checks whether an address answers; by default only addresses on the internet */
    probe?: Probe
    /** reads a web page; by default only from the internet */
    readPage?: ReadPage
    /** answers for the made-up hosts of a demonstration */
    standIn?: StandIn
    /** search engines of 云搜; by default the own library alone */
    engines?: readonly SearchEngine[]
    /** captures pages and time stamps; without it nothing is captured */
    evidence?: Evidence
    /** worker for collecting; without it another instance works runs off */
    collector?: Worker
  }
}

/** Starts the workers for captures and collecting. */
function configure(env: Environment): StartServices {
  const settings = evidenceSettings(env)
  const engines = searchEngines(env)
  return async (services, log) => {
    services.engines = engines
    const endCaptures = await giveEvidence(services, settings, log)
    const collector = startCollector(
      () => services,
      error => log.error(`采集 / collecting: ${String(error)}`),
    )
    services.collector = collector
    return [endCaptures, () => collector.close()]
  }
}

async function makeViews(tx: Database, entities: readonly Entity[]): Promise<void> {
  await makeCarrierViews(tx, entities)
  await makeEnforcementView(tx, entities)
}

/** What supervising online trade adds to the engine. */
export const SUPERVISION: ServerProduct = {
  handlers: HANDLERS,
  hooks: [EVIDENCE_HOOKS, LABEL_HOOKS, LIVENESS_HOOKS, OPERATOR_HOOKS, PRICE_HOOKS, REPORT_HOOKS, UNDO_HOOKS],
  effects: EFFECTS,
  hourly: {
    discarded: discardExpired,
    cleared: (services, _now, fault) => clearDeleted(services, fault),
    directed: runDue,
    labelled: repeatRules,
    lostReports: failLostReports,
    marksChecked: checkMarks,
  },
  lagging: [
    'clue.overview',
    'clue.repeats',
    'clueCount.badges',
    'clueCount.byRole',
    'clueCount.default',
    'clueCount.sent',
    'directional.byUnit',
    'report.figures',
    'task.byRegion',
  ],
  works: { [REPORT]: writeReportFile },
  tables: { statements: [...EVIDENCE_TABLES, ...COLLECT_TABLES], data: DATA_CHANGES, makeViews },
  filePlaces: [{ table: 'sys_evidence_chain', key: 'evidenceId', columns: ['manifest'] }],
  bundles: evidenceBundles,
  descriptions: DESCRIPTIONS,
  settings: { evidence: RETENTION_SETTINGS, ...PRICE_SETTINGS, ...REPORT_SETTINGS },
  constants: {
    clueList: { kind: 'page', listOf: 'illegalResult' },
    clueCountSize: { kind: 'int', min: 1 },
    clueCountSource: { kind: 'int', min: 0 },
  },
  options: {
    clueCount: { kind: 'choice', of: ['default', 'sent', 'byRole'] },
    clueMarks: { kind: 'choice', of: ['default', 'wlcb'] },
    clueCountFrom: { kind: 'day' },
    ...Object.fromEntries(BADGES.map(badge => [`${badge}Roles`, { kind: 'roles' as const }])),
  },
  counters: BADGES,
  reportWords: REPORT_NAMES,
  settingNames: { priceRules: 'priceRule', priceBases: 'priceRule', reports: 'reportKind' },
  made: ['eshop', 'website', 'illegalResult'],
  accounts: ['admin'],
  configure,
  demonstration: DEMONSTRATION,
}
