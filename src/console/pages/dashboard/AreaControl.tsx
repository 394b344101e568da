import { useEffect, useState } from 'react'
import type { AreaNode } from '../../../core/contract/api.ts'
import { useApp } from '../../app/useApp.ts'
import { childAreas } from '../../data/areas.ts'
import { Choose } from '../../fields/pickers/Choose.tsx'
import { t } from '../../i18n/t.ts'

interface Props {
  /** from the area that the person sees whole down to the one looked at */
  areas: { code: string; name: string }[]
  /** '' is the first */
  onPick: (area: string) => void
}

/** Way back up through the areas, and a choice of those below. */
export function AreaControl({ areas, onPick }: Props) {
  const last = areas.at(-1)
  return (
    <nav className="board-areas" aria-label={t('所看地区')}>
      {areas.slice(0, -1).map(({ code, name }, i) => (
        <button key={code} type="button" className="link" onClick={() => onPick(i === 0 ? '' : code)}>
          {t(name)}
        </button>
      ))}
      {last && <AreasBelow key={last.code} area={last} onPick={onPick} />}
    </nav>
  )
}

function AreasBelow({ area, onPick }: { area: { code: string; name: string }; onPick: Props['onPick'] }) {
  const app = useApp()
  const [below, setBelow] = useState<AreaNode[]>([])
  useEffect(() => {
    let live = true
    childAreas(app, area.code).then(
      nodes => {
        if (live) setBelow(nodes)
      },
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [app, area.code])
  if (below.length === 0) return <strong>{t(area.name)}</strong>
  return (
    <Choose
      label={t('所看地区')}
      value=""
      choices={[['', t(area.name)], ...below.map(({ areaCode, areaName }) => [areaCode, t(areaName)] as const)]}
      onChange={onPick}
    />
  )
}
