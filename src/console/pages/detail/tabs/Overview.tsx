import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage } from '../../../../core/contract/configuration.ts'
import { recordTitle } from '../../parts/recordTitle.ts'
import { Comparison } from '../sections/Comparison.tsx'
import { isComparison, type CompiledDetail } from '../sections/compile.ts'
import { FrameView } from './FrameView.tsx'
import { SectionView } from '../sections/Sections.tsx'
import { TableView } from './TableView.tsx'
import { TimelineView } from './TimelineView.tsx'

/** Sections, tables and timeline of the record itself; related lists are on their own tabs. */
export function Overview({ page, row, compiled }: { page: DetailPage; row: Row; compiled: CompiledDetail }) {
  const sections = compiled.sections.map(section =>
    isComparison(section) ? (
      <Comparison key={section.name} section={section} row={row} />
    ) : (
      <SectionView key={section.name} section={section} row={row} entity={page.entity} />
    ),
  )
  const tables = page.tables?.map(table => <TableView key={table.name} page={page} table={table} row={row} />)
  const frame = page.frame === undefined ? null : <FrameView address={row[page.frame]} title={recordTitle(page, row)} />
  const half = compiled.sections.some(section => section.half)
  const all = (
    <div className="record-card">
      {frame}
      {half ? <div className="side-by-side">{sections}</div> : sections}
      {tables}
    </div>
  )
  if (!page.timeline) return all
  const alone = sections.length === 0 && !tables && !frame
  if (alone) return <TimelineView page={page} timeline={page.timeline} row={row} />
  return (
    <div className="with-timeline">
      {all}
      <TimelineView page={page} timeline={page.timeline} row={row} />
    </div>
  )
}
