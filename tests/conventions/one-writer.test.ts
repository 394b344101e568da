import { describe, expect, it } from 'vitest'
import { codeBelow, readSource } from '../../lab/measure/source.ts'

/** Statements that change rows, of tables that are not the server's own. */
const WRITES =
  /\.(?:insertInto|updateTable|deleteFrom)\('(?!sys_)|(?:`|\()\s*(?:update|insert into|delete from) (?!"?sys_)/i

/**
 * What a product works out in one statement, and is no change of a record that somebody makes: its time stays, and the
 * audit trail tells what it is worked out of.
 */
const DERIVED: Readonly<Record<string, string>> = {
  'collect/log.ts': 'how far a run is',
  'collect/queue.ts': 'whether a run waits or goes on',
  'collect/rows.ts': 'when a carrier was seen last; thousands of rows, told by the run',
  'evidence/codes.ts': 'how many codes nobody has revoked',
  'evidence/deposit.ts': 'why a time stamp is late',
  'evidence/queue.ts': 'how far a capture is',
  'labels/former-kind.ts': 'names of labels beside a carrier',
  'labels/labels.ts': 'names of labels beside a carrier',
  'liveness/points.ts': 'the point of the month, copied from its carrier',
  'tasks/draw.ts': 'who was drawn for what was drawn',
  'calls/tasks/inspections.ts': 'that somebody is about to report a problem, so that nobody does it twice',
}

const ROOT = 'src/supervision/server/'
const writersIn = (paths: readonly string[]): string[] =>
  paths.map(readSource).flatMap(({ path, lines }) => (WRITES.test(lines.join('\n')) ? [path] : []))

describe('a change of a record', () => {
  const paths = codeBelow('src/supervision/server').filter(
    path => !path.startsWith(`${ROOT}demo/`) && !path.startsWith(`${ROOT}tables/`),
  )

  it('is made by the engine alone: a product writes nothing past it but what it works out', () => {
    expect(paths.length).toBeGreaterThan(100)
    expect(
      writersIn(paths)
        .map(path => path.slice(ROOT.length))
        .toSorted(),
    ).toEqual(Object.keys(DERIVED).toSorted())
  })

  it('is seen in every way of saying it', () => {
    const ways = ["db.updateTable('evidence')", "tx.insertInto('label')", 'sql`update label set', 'sql`insert into x']
    for (const way of ways) expect(way).toMatch(WRITES)
    for (const way of ["db.updateTable('sys_job')", 'sql`update sys_collect set', 'for update skip locked'])
      expect(way).not.toMatch(WRITES)
  })
})
