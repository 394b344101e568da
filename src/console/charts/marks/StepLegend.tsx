import { t } from '../../i18n/t.ts'
import { legendOf, type Classes } from '../model/classes.ts'
import '../model/steps.css'

/** Height that the legend takes, in pixels: two lines where one is too narrow. */
export const legendHeight = (width: number): number => (width < ONE_LINE ? 44 : 24)
const ONE_LINE = 420

interface Props {
  classes: Classes
  /** unit in which the picture writes its numbers */
  unit: string
  told: (bound: number) => string
}

/** What the shades mean, in real numbers; zero and no number only where there are such. */
export const StepLegend = ({ classes, unit, told }: Props) => (
  <ul className="step-legend" aria-label={t('图例')}>
    {legendOf(classes, told).map(({ className, text }) => (
      <li key={className}>
        <i className={className} />
        <span className="num">{text}</span>
      </li>
    ))}
    {classes.zero && classes.ends === undefined && (
      <li>
        <i className="step-zero" />
        <span className="num">0</span>
      </li>
    )}
    {unit && <li>{unit}</li>}
    {classes.none && (
      <li>
        <i className="step-none" />
        {t('暂无数据')}
      </li>
    )}
  </ul>
)
