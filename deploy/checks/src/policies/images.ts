import { readFileSync } from 'node:fs'
import { ofKind, type Manifest } from '../manifests.ts'
import { isOwn, podsOf } from '../pods.ts'
import { everyContainer, unless } from './security.ts'

const tagOf = (image: string) => /:([^/:@]+)(?:@|$)/.exec(image)?.[1]
const isPinned = (image: string) => /@sha256:[0-9a-f]{64}$/.test(image)

/** Stages of the Dockerfile that end in an image of a service. */
const built = [
  ...readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8').matchAll(
    /^FROM runtime AS (\w+)$/gm,
  ),
].map(([, service]) => `appointments/${service ?? ''}`)

/** Every image has a tag, foreign ones a digest too, and images of this project are ones the Dockerfile builds. */
export const knownImages = (manifests: readonly Manifest[]): string[] =>
  podsOf(manifests).flatMap((pods) =>
    everyContainer(pods).flatMap(({ image = '' }) =>
      [
        ...unless(tagOf(image) !== undefined, 'has no tag'),
        ...unless(tagOf(image) !== 'latest', 'has the tag latest'),
        ...unless(isOwn(pods) || isPinned(image), 'has no digest'),
        ...unless(
          !isOwn(pods) || built.includes(image.replace(/:.*$/, '')),
          'is not an image of the Dockerfile',
        ),
      ].map((fault) => `${pods.name}: ${image} ${fault}`),
    ),
  )

/** A release migrates with its own image, in a Job with its own name, because an existing Job cannot be changed. */
export const migrationOfRelease = (manifests: readonly Manifest[]): string[] =>
  ofKind(manifests, 'Deployment')
    .filter(({ spec }) =>
      spec?.template.spec?.containers.some(({ env }) =>
        env?.some(({ name, value }) => name === 'MIGRATE_ON_START' && value === 'false'),
      ),
    )
    .flatMap(({ metadata: { name }, spec }) => {
      const image = spec?.template.spec?.containers[0]?.image ?? ''
      const job = ofKind(manifests, 'Job').find(
        (one) => one.metadata.name === `${name}-migrate.${tagOf(image) ?? ''}`,
      )
      const [container] = job?.spec?.template.spec?.containers ?? []
      return [
        ...unless(job !== undefined, 'has no migration of its release'),
        ...unless(!job || container?.image === image, 'migrates with another image'),
        ...unless(!job || container?.args?.join() === 'migrate', 'runs something else as its migration'),
      ].map((fault) => `${name} ${fault}`)
    })
