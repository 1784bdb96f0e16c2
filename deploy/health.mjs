// The container's health check: ends with 0 when the server in it responds to GET /health. It looks for https where the
// server has a certificate, which is made out to another name than this one.
import http from 'node:http';
import https from 'node:https';

const { TLS_CERT, HTTPS } = process.env;
// In a container the server may listen on every port, so also on the first that HTTPS=home tries.
const { PORT = HTTPS ? '443' : '8083' } = process.env;
const { get } = TLS_CERT || HTTPS ? https : http;
const options = { host: '127.0.0.1', port: PORT, path: '/health', rejectUnauthorized: false, timeout: 8_000 };

get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));
