// Parse Server for the benchmark, run in the folder in which npm has installed it.
import express from 'express'
import { ParseServer } from 'parse-server'
import { classes } from './classes.mjs'

const { PORT, DATABASE_URL, MASTER_KEY } = process.env

const server = new ParseServer({
  databaseURI: DATABASE_URL,
  appId: 'bench',
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  cloud: () => import('./cloud.mjs'),
  schema: { definitions: classes },
  allowClientClassCreation: true,
  allowCustomObjectId: true,
  // no log lines, to save their cost
  logLevel: 'error',
  logLevels: { cloudFunctionSuccess: 'silent', cloudFunctionError: 'silent' },
  silent: true,
})
await server.start()
const app = express()
app.use('/parse', server.app)
app.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
