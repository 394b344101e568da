import { useSyncExternalStore, type MouseEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import { t } from '../../i18n/t.ts'
import { favourites, toggleFavourite } from '../../menu/favourites.ts'
import { entriesOf } from '../../menu/menuState.ts'
import { routeOf } from '../../navigation/routes.ts'
import { Icon } from '../../theme/icons.tsx'
import { Badge } from './Badge.tsx'

/** The entries that the user has starred, above all others. */
export function Favourites({
  items,
  here,
  onChoose,
}: {
  items: MenuItem[]
  here: string
  onChoose: (event: MouseEvent, item: MenuItem) => void
}) {
  const app = useApp()
  const store = favourites(app)
  const urls = useSyncExternalStore(store.subscribe, store.get)
  if (urls.length === 0) return null
  const entries = entriesOf(items)
  const starred = urls.flatMap(url => entries.find(item => item.url === url) ?? [])
  if (starred.length === 0) return null
  return (
    <li className="side-favourites">
      <p>{t('收藏')}</p>
      <ul>
        {starred.map(item => (
          <li key={item.id} className="side-leaf">
            <a
              href={`/${routeOf(item.url)}`}
              className={routeOf(item.url) === here ? 'side-item level2 on' : 'side-item level2'}
              title={t(item.meta.title)}
              onClick={event => onChoose(event, item)}
            >
              <Icon name="star" />
              <span className="side-text">{t(item.meta.title)}</span>
              {item.meta.badge && <Badge name={item.meta.badge} />}
            </a>
            <Star url={item.url} title={t(item.meta.title)} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** By keyboard the page on screen is starred by its shortcut, so that Tab does not stop at every star. */
export function Star({ url, title }: { url: string; title: string }) {
  const app = useApp()
  const store = favourites(app)
  const starred = useSyncExternalStore(store.subscribe, () => store.get().includes(url))
  return (
    <button
      type="button"
      className={starred ? 'side-star on' : 'side-star'}
      tabIndex={-1}
      aria-pressed={starred}
      aria-label={`${starred ? t('取消收藏') : t('收藏')} ${title}`}
      title={starred ? t('取消收藏') : t('收藏')}
      onClick={() => toggleFavourite(app, url)}
    >
      <Icon name="star" />
    </button>
  )
}
