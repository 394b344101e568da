/**
 * Node warns where something listens more often than it should, which is a leak or looks like one to whoever reads the
 * server's output: it fails the run, wherever it is met.
 */
function refuseLeaks(warning: Error): void {
  if (warning.name === 'MaxListenersExceededWarning') setImmediate(() => Promise.reject(warning))
}

// files share a process, and each has this done once more
if (!process.listeners('warning').some(({ name }) => name === refuseLeaks.name)) process.on('warning', refuseLeaks)
