// Reads the JSON report of a test run. `counts FILE RUN` prints how many tests passed and failed; `details
// FILE RUN` prints each skipped test with its reason and each failure with the beginning of its message. A
// skipped test counts as failed unless .ci/allowed-skips lists it for this run.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const [, , command, file, runName] = process.argv
const run = JSON.parse(readFileSync(file, 'utf8'))
const root = path.join(import.meta.dirname, '..')

/** Skips that are allowed: run, beginning of the file's path, reason. */
const allowed = readFileSync(path.join(root, '.ci/allowed-skips'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()))

const skipped = run.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => !['passed', 'failed'].includes(status))
    .map(({ fullName }) => {
      const place = path.relative(root, name)
      const rule = allowed.find(
        ([forRun, title]) => forRun === runName && `${place}: ${fullName}`.startsWith(title),
      )
      return { title: `${place}: ${fullName}`, reason: rule?.[2] }
    }),
)

// a file that fails outside its tests has no failed test
const failures = run.testResults
  .filter(({ status }) => status === 'failed')
  .flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    return tests.length === 0
      ? [{ title: name, message }]
      : tests.map(({ fullName, failureMessages }) => ({
          title: `${name}: ${fullName}`,
          message: failureMessages.join('\n'),
        }))
  })
const notAllowed = skipped.filter(({ reason }) => reason === undefined)

if (command === 'counts') {
  console.log(run.numPassedTests, failures.length + notAllowed.length)
} else {
  for (const { title, reason } of skipped)
    console.log(`        skipped ${title} (${reason ?? 'NOT ALLOWED'})`)
  for (const { title, message } of failures.slice(0, 10))
    console.log(`  ${title}\n${message.split('\n').slice(0, 6).join('\n').slice(0, 600)}`)
}
