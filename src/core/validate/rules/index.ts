import type { Rule } from '../facts/rule.ts'
import { actionTarget } from './action-target.ts'
import { actionUnused } from './action-unused.ts'
import { answerName } from './answer-name.ts'
import { appConstant } from './app-constant.ts'
import { baseField } from './base-field.ts'
import { batchFields } from './batch-fields.ts'
import { besidePage } from './beside-page.ts'
import { batchUndo } from './batch-undo.ts'
import { importForm } from './import-form.ts'
import { callFamily } from './call-family.ts'
import { callReason } from './call-reason.ts'
import { calendarField } from './calendar-field.ts'
import { chartField } from './chart-field.ts'
import { choiceFits } from './choice-fits.ts'
import { columnField } from './column-field.ts'
import { customerFile } from './customer-file.ts'
import { customerApart } from './customer-apart.ts'
import { customerId } from './customer-id.ts'
import { dashboardControl } from './dashboard-control.ts'
import { dashboardFrom } from './dashboard-from.ts'
import { dashboardGiven } from './dashboard-given.ts'
import { dashboardList } from './dashboard-list.ts'
import { dashboardFunnel } from './dashboard-funnel.ts'
import { dashboardLock } from './dashboard-lock.ts'
import { dashboardReport } from './dashboard-report.ts'
import { dashboardWidget } from './dashboard-widget.ts'
import { demoAccount } from './demo-account.ts'
import { demoArea } from './demo-area.ts'
import { demoRecord } from './demo-record.ts'
import { endpointChanges } from './endpoint-changes.ts'
import { endpointDuplicate } from './endpoint-duplicate.ts'
import { endpointEntity } from './endpoint-entity.ts'
import { endpointExists } from './endpoint-exists.ts'
import { endpointFigures } from './endpoint-figures.ts'
import { endpointHandler } from './endpoint-handler.ts'
import { endpointPath } from './endpoint-path.ts'
import { entityExists } from './entity-exists.ts'
import { entityField } from './entity-field.ts'
import { entityMixin } from './entity-mixin.ts'
import { expressionMark } from './expression-mark.ts'
import { expression } from './expression.ts'
import { extendsTarget } from './extends-target.ts'
import { fileName } from './file-name.ts'
import { fullWidth } from './full-width.ts'
import { formPrefill } from './form-prefill.ts'
import { formWrites } from './form-writes.ts'
import { groupColumn } from './group-column.ts'
import { languageVersion } from './language-version.ts'
import { layerArea } from './layer-area.ts'
import { layerFact } from './layer-fact.ts'
import { linkTarget } from './link-target.ts'
import { manualChapter } from './manual-chapter.ts'
import { manualWord } from './manual-word.ts'
import { menuEntry } from './menu-entry.ts'
import { limitField } from './limit-field.ts'
import { menuPage } from './menu-page.ts'
import { menuWithin } from './menu-within.ts'
import { messageKind } from './message-kind.ts'
import { movedPage } from './moved-page.ts'
import { orderName } from './order-name.ts'
import { pageReachable } from './page-reachable.ts'
import { productExists } from './product-exists.ts'
import { productSetting } from './product-setting.ts'
import { recordPage } from './record-page.ts'
import { requiredAnswer } from './required-answer.ts'
import { requiredMissing } from './required-missing.ts'
import { roleExists } from './role-exists.ts'
import { roleGroup } from './role-group.ts'
import { scopeWithin } from './scope-within.ts'
import { sharingValue } from './sharing-value.ts'
import { sortField } from './sort-field.ts'
import { statisticExists } from './statistic-exists.ts'
import { statisticField } from './statistic-field.ts'
import { statisticIndex } from './statistic-index.ts'
import { statisticList } from './statistic-list.ts'
import { statisticMeaning } from './statistic-meaning.ts'
import { statisticMeasure } from './statistic-measure.ts'
import { statisticRollup } from './statistic-rollup.ts'
import { tabFilter } from './tab-filter.ts'
import { textPlaceholder } from './text-placeholder.ts'
import { transitionCall } from './transition-call.ts'
import { transitionTwice } from './transition-twice.ts'
import { transitionApart } from './transition-apart.ts'
import { transitionButton } from './transition-button.ts'
import { transitionEffect } from './transition-effect.ts'
import { transitionExists } from './transition-exists.ts'
import { transitionNext } from './transition-next.ts'
import { transitionTaker } from './transition-taker.ts'
import { translationMissing } from './translation-missing.ts'
import { translationUnused } from './translation-unused.ts'
import { unionKind } from './union-kind.ts'
import { usableFlag } from './usable-flag.ts'
import { viewExists } from './view-exists.ts'
import { wayIn } from './way-in.ts'
import { wholeSystem } from './whole-system.ts'
import { widgetDefault } from './widget-default.ts'
import { widgetExists } from './widget-exists.ts'
import { workflowDeadEnd } from './workflow-dead-end.ts'
import { workflowExists } from './workflow-exists.ts'
import { workflowField } from './workflow-field.ts'
import { workflowReachable } from './workflow-reachable.ts'
import { workflowState } from './workflow-state.ts'
import { colourContrast } from './colour-contrast.ts'
import { logoFile } from './logo-file.ts'
import { menuIcon } from './menu-icon.ts'
import { menuBadge } from './menu-badge.ts'
import { customerOption } from './customer-option.ts'
import { areaExists } from './area-exists.ts'
import { languageKnown } from './language-known.ts'
import { calendarDay } from './calendar-day.ts'
import { callArgument } from './call-argument.ts'
import { listColumns } from './list-columns.ts'
import { listTree } from './list-tree.ts'
import { unionColumn } from './union-column.ts'
import { redirectCircle } from './redirect-circle.ts'
import { workflowRecord } from './workflow-record.ts'
import { settingName } from './setting-name.ts'
import { translationTwice } from './translation-twice.ts'
import { translationPlaceholder } from './translation-placeholder.ts'
import { FIELD_RULES } from './fields.ts'
import { filterKind } from './filter-kind.ts'
import { openPage } from './open-page.ts'
import { pageSort } from './page-sort.ts'
import { maskValue } from './mask-value.ts'
import { roleRemoved } from './role-removed.ts'

/** All rules across files, one a file; the file's name is the rule's code. */
export const RULES: readonly Rule[] = [
  actionTarget,
  actionUnused,
  appConstant,
  baseField,
  batchFields,
  besidePage,
  batchUndo,
  importForm,
  callFamily,
  callReason,
  calendarField,
  chartField,
  choiceFits,
  columnField,
  customerFile,
  customerId,
  customerApart,
  dashboardControl,
  dashboardFrom,
  dashboardGiven,
  dashboardList,
  dashboardFunnel,
  dashboardLock,
  dashboardReport,
  dashboardWidget,
  demoAccount,
  demoArea,
  demoRecord,
  endpointChanges,
  endpointDuplicate,
  endpointEntity,
  endpointExists,
  endpointFigures,
  endpointHandler,
  endpointPath,
  entityExists,
  entityField,
  entityMixin,
  expression,
  expressionMark,
  extendsTarget,
  ...FIELD_RULES,
  fileName,
  fullWidth,
  formPrefill,
  formWrites,
  groupColumn,
  languageVersion,
  layerArea,
  layerFact,
  linkTarget,
  manualChapter,
  manualWord,
  menuEntry,
  limitField,
  menuPage,
  menuWithin,
  messageKind,
  movedPage,
  orderName,
  pageReachable,
  productExists,
  productSetting,
  recordPage,
  requiredAnswer,
  requiredMissing,
  roleExists,
  roleGroup,
  sortField,
  statisticExists,
  statisticField,
  statisticIndex,
  statisticList,
  statisticMeaning,
  statisticMeasure,
  statisticRollup,
  tabFilter,
  transitionApart,
  transitionButton,
  transitionEffect,
  transitionExists,
  transitionCall,
  transitionTwice,
  transitionNext,
  transitionTaker,
  textPlaceholder,
  translationMissing,
  translationUnused,
  unionKind,
  usableFlag,
  viewExists,
  wayIn,
  wholeSystem,
  widgetDefault,
  widgetExists,
  workflowDeadEnd,
  workflowExists,
  workflowField,
  workflowReachable,
  workflowState,
  colourContrast,
  logoFile,
  menuIcon,
  menuBadge,
  customerOption,
  areaExists,
  languageKnown,
  calendarDay,
  callArgument,
  listColumns,
  listTree,
  unionColumn,
  redirectCircle,
  workflowRecord,
  settingName,
  translationTwice,
  translationPlaceholder,
  filterKind,
  openPage,
  pageSort,
  answerName,
  sharingValue,
  scopeWithin,
  maskValue,
  roleRemoved,
]
