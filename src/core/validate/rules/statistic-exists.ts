import { mustExist } from './named.ts'

export const statisticExists = mustExist({
  code: 'statistic-exists',
  about: {
    zh: '部件所画的统计存在，并且不是只作底的（abstract）',
    en: 'Statistics of widgets exist and are not abstract',
  },
  mentions: ['statistic'],
  thing: 'statistic',
  words: ['统计', 'statistic'],
  // extends-target checks `extends`
  accepts: ({ path }) => path.at(-1) === 'extends',
})
