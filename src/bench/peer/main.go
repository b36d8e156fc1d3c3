// A KRM function on kyaml that injects what ServiceInjectionPolicies want, for bench.ts to compare with: as a
// function in Go is usually written, with kio.ByteReadWriter and the RNode API. It knows no conflicts and no options.
package main

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

const group = "serviceinjectionpolicy.k8s.io"

var templatePaths = map[string][]string{
	"Pod":         {},
	"Deployment":  {"spec", "template"},
	"ReplicaSet":  {"spec", "template"},
	"StatefulSet": {"spec", "template"},
	"DaemonSet":   {"spec", "template"},
	"Job":         {"spec", "template"},
	"CronJob":     {"spec", "jobTemplate", "spec", "template"},
}

type policy struct {
	Metadata struct {
		Name, Namespace string
	}
	Spec struct {
		Service  string
		Selector struct {
			MatchLabels      map[string]string `yaml:"matchLabels"`
			MatchExpressions []struct {
				Key, Operator string
				Values        []string
			} `yaml:"matchExpressions"`
		}
	}
	// The lists, as nodes: what is injected looks as it does in the policy.
	lists map[string][]*yaml.Node
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	reportPeak()
}

func run() error {
	rw := &kio.ByteReadWriter{Reader: os.Stdin, Writer: os.Stdout, KeepReaderAnnotations: true}
	items, err := rw.Read()
	if err != nil {
		return err
	}
	policies, err := readPolicies(items)
	if err != nil {
		return err
	}
	for _, item := range items {
		if err := inject(item, policies); err != nil {
			return err
		}
	}
	return rw.Write(items)
}

func readPolicies(items []*yaml.RNode) ([]policy, error) {
	var policies []policy
	for _, item := range items {
		if item.GetKind() != "ServiceInjectionPolicy" {
			continue
		}
		p := policy{lists: map[string][]*yaml.Node{}}
		if err := item.YNode().Decode(&p); err != nil {
			return nil, err
		}
		for _, list := range []string{"env", "envFrom", "volumes", "volumeMounts"} {
			node, err := item.Pipe(yaml.Lookup("spec", list))
			if err != nil {
				return nil, err
			}
			p.lists[list] = node.Content()
		}
		policies = append(policies, p)
	}
	slices.SortFunc(policies, func(a, b policy) int {
		return cmp.Or(cmp.Compare(a.Metadata.Namespace, b.Metadata.Namespace), cmp.Compare(a.Metadata.Name, b.Metadata.Name))
	})
	return policies, nil
}

func inject(item *yaml.RNode, policies []policy) error {
	path, ok := templatePaths[item.GetKind()]
	if !ok {
		return nil
	}
	template, err := item.Pipe(yaml.Lookup(path...))
	if err != nil || template == nil {
		return err
	}
	labels := map[string]string{}
	if node, err := template.Pipe(yaml.Lookup("metadata", "labels")); err != nil {
		return err
	} else if node != nil {
		if err := node.YNode().Decode(&labels); err != nil {
			return err
		}
	}
	for _, p := range policies {
		if !p.selects(item.GetNamespace(), labels) {
			continue
		}
		if err := p.injectInto(template); err != nil {
			return err
		}
	}
	return nil
}

func (p policy) selects(namespace string, labels map[string]string) bool {
	if p.Metadata.Namespace != "" && namespace != "" && p.Metadata.Namespace != namespace {
		return false
	}
	for key, value := range p.Spec.Selector.MatchLabels {
		if labels[key] != value {
			return false
		}
	}
	for _, e := range p.Spec.Selector.MatchExpressions {
		value, found := labels[e.Key]
		holds := false
		switch e.Operator {
		case "In":
			holds = found && slices.Contains(e.Values, value)
		case "NotIn":
			holds = !found || !slices.Contains(e.Values, value)
		case "Exists":
			holds = found
		case "DoesNotExist":
			holds = !found
		}
		if !holds {
			return false
		}
	}
	return true
}

func (p policy) injectInto(template *yaml.RNode) error {
	if err := p.add(template, "volumes", "name", "spec"); err != nil {
		return err
	}
	for _, list := range []string{"initContainers", "containers"} {
		containers, err := template.Pipe(yaml.Lookup("spec", list))
		if err != nil {
			return err
		}
		if containers == nil {
			continue
		}
		if err := containers.VisitElements(p.injectIntoContainer); err != nil {
			return err
		}
	}
	service := p.Spec.Service
	if service == "" {
		service = p.Metadata.Name
	}
	return template.PipeE(yaml.SetAnnotation(group+"/"+service, p.Metadata.Name))
}

func (p policy) injectIntoContainer(container *yaml.RNode) error {
	if err := p.add(container, "env", "name"); err != nil {
		return err
	}
	if err := p.add(container, "envFrom", ""); err != nil {
		return err
	}
	return p.add(container, "volumeMounts", "mountPath")
}

// add appends the policy's entries to the list below parents, less those whose key is there already.
func (p policy) add(node *yaml.RNode, list, key string, parents ...string) error {
	if len(p.lists[list]) == 0 {
		return nil
	}
	sequence, err := node.Pipe(yaml.LookupCreate(yaml.SequenceNode, append(parents, list)...))
	if err != nil {
		return err
	}
	present := map[string]bool{}
	for _, entry := range sequence.Content() {
		present[identity(entry, key)] = true
	}
	for _, entry := range p.lists[list] {
		if !present[identity(entry, key)] {
			sequence.YNode().Content = append(sequence.YNode().Content, entry)
		}
	}
	return nil
}

// identity is the value of the key, or the whole entry where the list has none.
func identity(entry *yaml.Node, key string) string {
	if key == "" {
		text, err := yaml.String(entry, yaml.Flow)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(text)
	}
	return yaml.GetValue(yaml.NewRNode(entry).Field(key).Value)
}

// reportPeak writes the peak of resident memory, in KiB, to the file that bench.ts names.
func reportPeak() {
	file := os.Getenv("PEAK_FILE")
	if file == "" {
		return
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	if match := regexp.MustCompile(`VmHWM:\s*(\d+)`).FindSubmatch(status); match != nil {
		_ = os.WriteFile(file, match[1], 0o644)
	}
}
