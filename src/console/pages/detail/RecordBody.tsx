import { useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { compileDetail } from './sections/compile.ts'
import { useParts } from './sections/parts.ts'
import { Facts } from './sections/Sections.tsx'
import { TabContent } from './tabs/TabContent.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { useRelated } from './tabs/useRelated.ts'

/** A record without its buttons, beside another page. `id`: its place, for ids that are unique in the document. */
export function RecordBody({ id, page, row }: { id: string; page: DetailPage; row: Row }) {
  const app = useApp()
  const compiled = useMemo(() => compileDetail(app, page), [app, page])
  const related = useRelated(page, row)
  const { tabs, tab, part, hasRest, pick } = useParts(page, compiled, related.related.length > 0)
  return (
    <>
      <div className="panel">
        <Facts facts={compiled.facts} row={row} entity={page.entity} />
      </div>
      <Tabs
        id={`${id}.${page.route}.tab`}
        first={hasRest ? page.title : undefined}
        tabs={tabs}
        active={tab}
        onPick={pick}
        counts={related.tabs}
      >
        <TabContent page={page} tab={tab} part={part} row={row} related={related} />
      </Tabs>
    </>
  )
}

export const Waiting = () => (
  <div className="skeleton" aria-busy="true">
    {Array.from({ length: 6 }, (_, i) => (
      <span key={i} />
    ))}
  </div>
)
