import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../app/useApp.ts'
import { currentConfig } from '../data/config/config.ts'
import { GEO_MAP } from '../data/calls/own-calls.ts'
import { sendForFile } from '../data/http/http.ts'
import { t } from '../i18n/t.ts'
import { mapVersion } from '../data/outline.ts'
import { outlines, shapesOf, type Shapes } from './outline.ts'

const [WIDTH, HEIGHT] = [640, 420]

const NATION = '100000'

/** Area above: the province of a city, the city of a county, the country of a province. */
const above = (code: string): string =>
  code.slice(4, 6) !== '00' && code.length >= 6
    ? `${code.slice(0, 4)}00`
    : code.slice(2, 4) !== '00'
      ? `${code.slice(0, 2)}0000`
      : NATION

/** The boundaries below an area, as the server's file of it has them. */
function useShapes(code: string): { data?: Shapes; error?: Error } {
  const app = useApp()
  const [read, setRead] = useState<{ data?: Shapes; error?: Error }>({})
  useEffect(() => {
    let live = true
    sendForFile(app, GEO_MAP, { code, ...mapVersion(app) })
      .then(async answer => {
        if (!answer.ok) throw new Error(String(answer.status))
        return (await answer.json()) as Shapes
      })
      .then(
        data => live && setRead({ data }),
        (error: Error) => live && setRead({ error }),
      )
    return () => {
      live = false
    }
  }, [app, code])
  return read
}

/**
 * Our own map of the region, with the area that something lies in marked: needs no key and no other server. Of what has
 * no area the region is that of app.yaml, with nothing marked (R7.06).
 */
export function RegionOutline({ area }: { area: string }) {
  const { constants } = currentConfig(useApp()).manifest.app
  const code = area === '' ? '' : area.slice(0, 6).padEnd(6, '0')
  const { data, error } = useShapes(code === '' ? String(constants['mapRegion'] ?? NATION) : above(code))
  const drawn = useMemo(() => data && outlines(shapesOf(data), WIDTH, HEIGHT), [data])
  if (error) return <p className="weak empty">{t('没有这个地区的地图')}</p>
  const own = drawn?.find(one => one.code === code)
  return (
    <>
      {code === '' && <p className="weak">{t('没有登记所在地区，不能在图上标出')}</p>}
      <svg
        className="region-outline"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={own ? t('所在地区：{name}', { name: own.name }) : t('地区图')}
        aria-busy={drawn === undefined}
      >
        {drawn?.map(({ code: of, path, name }) => (
          <path key={of} d={path} className={of === code ? 'own' : undefined}>
            <title>{name}</title>
          </path>
        ))}
        {drawn?.map(({ code: of, name, at: [x, y] }) => (
          <text key={of} x={x} y={y} className={of === code ? 'own' : undefined}>
            {name}
          </text>
        ))}
      </svg>
    </>
  )
}
