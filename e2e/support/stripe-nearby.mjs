import http from 'node:http'
import https from 'node:https'

// Loaded before Fettle: what it asks of Stripe goes to the process that stands in for it.
const { request } = https
https.request = (options, ...rest) =>
  options.host === 'api.stripe.com'
    ? http.request({
        ...{ host: '127.0.0.1', port: process.env.E2E_STRIPE_PORT },
        ...{ path: options.path, method: options.method, headers: options.headers },
      })
    : request(options, ...rest)
