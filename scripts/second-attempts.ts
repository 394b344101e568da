import type { Reporter, TestCase, TestModule } from 'vitest/node'

const named = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

/**
 * In CI a test has a second attempt. Whoever needed it is told by name: it is a defect, of the test or of what it
 * tests.
 */
export const secondAttempts: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const passed = modules
      .flatMap(module => [...module.children.allTests()])
      .filter(test => test.diagnostic()?.flaky === true)
    if (passed.length === 0) return
    console.warn(
      `\nPassed at the second attempt only; find out why before the next change:\n${passed.map(test => `  ${named(test)}`).join('\n')}\n`,
    )
    for (const test of passed)
      for (const error of test.result().errors ?? []) console.warn(`${named(test)}\n${error.stack ?? error.message}\n`)
  },
}
