import { describe } from 'vitest'
import { describeBroker } from './conformance.ts'
import { benchOnRabbitmq, rabbitmqUrl } from './rabbitmq-bench.ts'
import { isListening, isUsable } from './usable.ts'

describe.runIf(isUsable(`RabbitMQ at ${new URL(rabbitmqUrl).host}`, await isListening(rabbitmqUrl)))(
  'RabbitMQ',
  () => {
    describeBroker('the RabbitMQ broker', benchOnRabbitmq)
  },
)
