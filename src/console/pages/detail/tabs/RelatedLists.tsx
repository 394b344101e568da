import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { TabStrip } from '../../parts/TabStrip.tsx'
import { Count } from './Count.tsx'
import { LimitedList } from './TabList.tsx'
import type { Relation } from './useRelated.ts'

const nameOf = ({ entity, filters }: Relation): string => `${entity}.${Object.keys(filters).join('.')}`

/**
 * The lists of what points at the record, one at a time; each is read when it is picked. `closed`: none is picked at
 * first.
 */
export function RelatedLists({
  id,
  lists,
  closed = false,
}: {
  id: string
  lists: readonly Relation[]
  closed?: boolean
}) {
  const [picked, setPicked] = useState('')
  const open = lists.find(one => nameOf(one) === picked) ?? (closed ? undefined : lists[0])
  if (lists.length === 0) return null
  return (
    <>
      <TabStrip
        id={id}
        className="list-tabs related"
        label={t('关联记录')}
        active={open && nameOf(open)}
        onPick={setPicked}
        tabs={lists.map(one => ({ name: nameOf(one), label: t(one.label), count: <Count of={one} /> }))}
      />
      {open && (
        <LimitedList
          key={nameOf(open) + JSON.stringify(open.filters)}
          id={`${id}/${nameOf(open)}`}
          route={open.page}
          fixed={open.filters}
          label={open.label}
        />
      )}
    </>
  )
}
