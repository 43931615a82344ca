// Reads the JSON report of a test run: `counts FILE` prints how many passed and failed, `failures FILE` each failure
// with the beginning of its message.
import { readFileSync } from 'node:fs'

const [, , what, file] = process.argv
const run = JSON.parse(readFileSync(file, 'utf8'))
// a file that fails before or after its tests has no failed test of its own
const failures = run.testResults
  .filter(({ status }) => status === 'failed')
  .flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    return tests.length === 0
      ? [{ name, message }]
      : tests.map(({ fullName, failureMessages }) => ({
          name: `${name}: ${fullName}`,
          message: failureMessages.join('\n'),
        }))
  })

if (what === 'counts') console.log(run.numPassedTests, failures.length)
else
  for (const { name, message } of failures.slice(0, 10))
    console.log(`  ${name}\n${message.split('\n').slice(0, 6).join('\n').slice(0, 600)}`)
