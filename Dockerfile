# The service as an image: Node, the bundled command, and the S3 client. Postgres is outside (DATABASE_URL).
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /source
COPY package.json package-lock.json ./
# Node is that of the image, and nothing that is built needs an install script.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && node scripts/image.ts /image && mkdir /data

FROM node:${NODE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    LOG_FORMAT=json
COPY --from=build /image /opt/parley
# Files of messages, unless they go to a bucket. All else may be read-only.
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADMIN_PORT || process.env.PORT) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/parley/bin/parley.js"]
CMD ["serve"]
