# The program as a standalone executable (.ci/build-executables.mjs), and what it is built from is not in the image.
#
# Both base images are arguments, so that a build can take others or pin them by digest. The runtime needs nothing but glibc and a
# `nobody` in /etc/passwd: gcr.io/distroless/base-debian13 does, too, but has no tags that name a version.
ARG BUILD_IMAGE=node:26.11.1-trixie-slim
ARG RUNTIME_IMAGE=debian:trixie-20261005-slim

# On the builder's own platform for every target: executables are cross-compiled, nothing is emulated.
FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build.mjs tsconfig.json ./
COPY .ci/build-executables.mjs .ci/
COPY src src
RUN npm run build
ARG TARGETARCH
RUN npm run build:executables -- "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
 && mv dist/executables/inject-services-linux-* dist/executables/inject-services \
 && chmod 755 dist/executables/inject-services && chmod 644 dist/executables/third-party-licenses.txt

FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="inject-services" \
      org.opencontainers.image.description="A KRM function that injects what a service's consumers need into their pod templates without disturbing the rest of the YAML." \
      org.opencontainers.image.licenses="Apache-2.0"
COPY LICENSE /usr/share/doc/inject-services/
COPY --from=build /build/dist/executables/third-party-licenses.txt /usr/share/doc/inject-services/
COPY --from=build /build/dist/executables/inject-services /usr/local/bin/
# nobody, as a number: under runAsNonRoot Kubernetes takes no user's name for an answer.
USER 65534:65534
ENTRYPOINT ["/usr/local/bin/inject-services"]
