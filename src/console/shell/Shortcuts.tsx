import { t } from '../i18n/t.ts'
import { SHORTCUTS, WHERE } from '../navigation/shortcuts.ts'
import { Layer } from '../feedback/Layer.tsx'
import './shortcuts.css'

/** The sheet behind `?`: every shortcut of the table, by where it works. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const all = Object.values(SHORTCUTS)
  return (
    <Layer className="shortcuts" label={t('快捷键')} onClose={onClose}>
      <div className="layer-head">
        <h2>{t('快捷键')}</h2>
        <button type="button" className="link" autoFocus onClick={onClose}>
          {t('关闭')}
        </button>
      </div>
      <div className="shortcut-groups">
        {Object.entries(WHERE).map(([where, title]) => (
          <section key={where}>
            <h3>{t(title)}</h3>
            <dl>
              {all
                .filter(shortcut => shortcut.where === where)
                .map(shortcut => (
                  <div key={shortcut.shown + shortcut.text}>
                    <dt>{t(shortcut.text)}</dt>
                    <dd>
                      <kbd>{t(shortcut.shown)}</kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Layer>
  )
}
